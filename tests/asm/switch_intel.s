	.file	"sw.c"
	.intel_syntax noprefix
	.text
	.globl	step
	.type	step, @function
step:
	cmp	edi, 5
	ja	.L2
	mov	eax, edi
	jmp	[QWORD PTR .L4[0+rax*8]]
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
	mov	eax, 3
	ret
.L7:
	mov	eax, 1
	ret
.L6:
	mov	eax, 12
	ret
.L5:
	mov	eax, 5
	ret
.L3:
	mov	eax, edi
	ret
.L2:
	mov	eax, -1
	ret
.L10:
	mov	eax, 7
	ret
	.size	step, .-step
	.globl	average
	.type	average, @function
average:
	mov	ecx, edx
	lea	eax, [rdi+rdi*2]
	add	eax, esi
	mov	edx, 0
	div	ecx
	ret
	.size	average, .-average
	.ident	"GCC: (Debian 12.2.0-14+deb12u1) 12.2.0"
	.section	.note.GNU-stack,"",@progbits
