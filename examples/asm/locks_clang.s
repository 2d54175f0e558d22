	.text
	.file	"locks.c"
	.globl	spin_lock                       # -- Begin function spin_lock
	.p2align	4, 0x90
	.type	spin_lock,@function
spin_lock:                              # @spin_lock
# %bb.0:
	.p2align	4, 0x90
.LBB0_1:                                # =>This Loop Header: Depth=1
                                        #     Child Loop BB0_2 Depth 2
	movl	$1, %eax
	xchgl	%eax, (%rdi)
	testl	%eax, %eax
	jne	.LBB0_2
	jmp	.LBB0_4
	.p2align	4, 0x90
.LBB0_3:                                #   in Loop: Header=BB0_2 Depth=2
	pause
.LBB0_2:                                #   Parent Loop BB0_1 Depth=1
                                        # =>  This Inner Loop Header: Depth=2
	movl	(%rdi), %eax
	testl	%eax, %eax
	jne	.LBB0_3
	jmp	.LBB0_1
.LBB0_4:
	retq
.Lfunc_end0:
	.size	spin_lock, .Lfunc_end0-spin_lock
                                        # -- End function
	.globl	spin_unlock                     # -- Begin function spin_unlock
	.p2align	4, 0x90
	.type	spin_unlock,@function
spin_unlock:                            # @spin_unlock
# %bb.0:
	movl	$0, (%rdi)
	retq
.Lfunc_end1:
	.size	spin_unlock, .Lfunc_end1-spin_unlock
                                        # -- End function
	.globl	ticket_lock                     # -- Begin function ticket_lock
	.p2align	4, 0x90
	.type	ticket_lock,@function
ticket_lock:                            # @ticket_lock
# %bb.0:
	movl	$1, %eax
	lock		xaddl	%eax, (%rdi)
	.p2align	4, 0x90
.LBB2_2:                                # =>This Inner Loop Header: Depth=1
	movl	4(%rdi), %ecx
	cmpl	%eax, %ecx
	je	.LBB2_3
# %bb.1:                                #   in Loop: Header=BB2_2 Depth=1
	pause
	jmp	.LBB2_2
.LBB2_3:
	retq
.Lfunc_end2:
	.size	ticket_lock, .Lfunc_end2-ticket_lock
                                        # -- End function
	.globl	ticket_unlock                   # -- Begin function ticket_unlock
	.p2align	4, 0x90
	.type	ticket_unlock,@function
ticket_unlock:                          # @ticket_unlock
# %bb.0:
	incl	4(%rdi)
	retq
.Lfunc_end3:
	.size	ticket_unlock, .Lfunc_end3-ticket_unlock
                                        # -- End function
	.globl	mcs_lock                        # -- Begin function mcs_lock
	.p2align	4, 0x90
	.type	mcs_lock,@function
mcs_lock:                               # @mcs_lock
# %bb.0:
	movq	$0, (%rsi)
	movq	%rsi, %rax
	xchgq	%rax, (%rdi)
	testq	%rax, %rax
	je	.LBB4_4
# %bb.1:
	movq	$1, 8(%rsi)
	movq	%rsi, (%rax)
	.p2align	4, 0x90
.LBB4_3:                                # =>This Inner Loop Header: Depth=1
	movq	8(%rsi), %rax
	testq	%rax, %rax
	je	.LBB4_4
# %bb.2:                                #   in Loop: Header=BB4_3 Depth=1
	pause
	jmp	.LBB4_3
.LBB4_4:
	retq
.Lfunc_end4:
	.size	mcs_lock, .Lfunc_end4-mcs_lock
                                        # -- End function
	.globl	mcs_unlock                      # -- Begin function mcs_unlock
	.p2align	4, 0x90
	.type	mcs_unlock,@function
mcs_unlock:                             # @mcs_unlock
# %bb.0:
	movq	(%rsi), %rax
	testq	%rax, %rax
	je	.LBB5_1
.LBB5_4:
	movq	$0, 8(%rax)
.LBB5_5:
	retq
.LBB5_1:
	xorl	%ecx, %ecx
	movq	%rsi, %rax
	lock		cmpxchgq	%rcx, (%rdi)
	je	.LBB5_5
	.p2align	4, 0x90
.LBB5_3:                                # =>This Inner Loop Header: Depth=1
	movq	(%rsi), %rax
	testq	%rax, %rax
	jne	.LBB5_4
# %bb.2:                                #   in Loop: Header=BB5_3 Depth=1
	pause
	jmp	.LBB5_3
.Lfunc_end5:
	.size	mcs_unlock, .Lfunc_end5-mcs_unlock
                                        # -- End function
	.ident	"Debian clang version 19.1.7 (3~deb12u1)"
	.section	".note.GNU-stack","",@progbits
	.addrsig
