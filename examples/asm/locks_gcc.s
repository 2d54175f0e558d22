	.file	"locks.c"
	.intel_syntax noprefix
	.text
	.p2align 4
	.globl	spin_lock
	.type	spin_lock, @function
spin_lock:
	mov	edx, 1
	.p2align 4,,10
	.p2align 3
.L2:
	mov	eax, edx
	xchg	eax, DWORD PTR [rdi]
	test	eax, eax
	je	.L7
	.p2align 4,,10
	.p2align 3
.L4:
	mov	eax, DWORD PTR [rdi]
	test	eax, eax
	je	.L2
	rep nop
	jmp	.L4
	.p2align 4,,10
	.p2align 3
.L7:
	ret
	.size	spin_lock, .-spin_lock
	.p2align 4
	.globl	spin_unlock
	.type	spin_unlock, @function
spin_unlock:
	mov	DWORD PTR [rdi], 0
	ret
	.size	spin_unlock, .-spin_unlock
	.p2align 4
	.globl	ticket_lock
	.type	ticket_lock, @function
ticket_lock:
	mov	edx, 1
	lock xadd	DWORD PTR [rdi], edx
	add	rdi, 4
	jmp	.L10
	.p2align 4,,10
	.p2align 3
.L11:
	rep nop
.L10:
	mov	eax, DWORD PTR [rdi]
	cmp	eax, edx
	jne	.L11
	ret
	.size	ticket_lock, .-ticket_lock
	.p2align 4
	.globl	ticket_unlock
	.type	ticket_unlock, @function
ticket_unlock:
	mov	eax, DWORD PTR 4[rdi]
	add	eax, 1
	mov	DWORD PTR 4[rdi], eax
	ret
	.size	ticket_unlock, .-ticket_unlock
	.p2align 4
	.globl	mcs_lock
	.type	mcs_lock, @function
mcs_lock:
	mov	QWORD PTR [rsi], 0
	mov	rax, rsi
	xchg	rax, QWORD PTR [rdi]
	test	rax, rax
	jne	.L18
	ret
	.p2align 4,,10
	.p2align 3
.L18:
	mov	QWORD PTR 8[rsi], 1
	lea	rdx, 8[rsi]
	mov	QWORD PTR [rax], rsi
	jmp	.L15
	.p2align 4,,10
	.p2align 3
.L16:
	rep nop
.L15:
	mov	rax, QWORD PTR [rdx]
	test	rax, rax
	jne	.L16
	ret
	.size	mcs_lock, .-mcs_lock
	.p2align 4
	.globl	mcs_unlock
	.type	mcs_unlock, @function
mcs_unlock:
	mov	rdx, QWORD PTR [rsi]
	test	rdx, rdx
	jne	.L21
	mov	rax, rsi
	lock cmpxchg	QWORD PTR [rdi], rdx
	jne	.L23
	ret
.L24:
	rep nop
.L23:
	mov	rdx, QWORD PTR [rsi]
	test	rdx, rdx
	je	.L24
.L21:
	mov	QWORD PTR 8[rdx], 0
	ret
	.size	mcs_unlock, .-mcs_unlock
	.ident	"GCC: (Debian 12.2.0-14+deb12u1) 12.2.0"
	.section	.note.GNU-stack,"",@progbits
