	.file	"sw.c"
	.text
	.globl	step
	.type	step, @function
step:
	cmpl	$5, %edi
	ja	.L2
	movl	%edi, %eax
	jmp	*.L4(,%rax,8)
	.section	.rodata
	.align 8
	.align 4
.L4:
	.quad	.L9
	.quad	.L10
	.quad	.L7
	.quad	.L6
	.quad	.L5
	.quad	.L3
	.text
.L9:
	movl	$3, %eax
	ret
.L7:
	movl	$1, %eax
	ret
.L6:
	movl	$12, %eax
	ret
.L5:
	movl	$5, %eax
	ret
.L3:
	movl	%edi, %eax
	ret
.L2:
	movl	$-1, %eax
	ret
.L10:
	movl	$7, %eax
	ret
	.size	step, .-step
	.globl	average
	.type	average, @function
average:
	movl	%edx, %ecx
	leal	(%rdi,%rdi,2), %eax
	addl	%esi, %eax
	movl	$0, %edx
	divl	%ecx
	ret
	.size	average, .-average
	.ident	"GCC: (Debian 12.2.0-14+deb12u1) 12.2.0"
	.section	.note.GNU-stack,"",@progbits
