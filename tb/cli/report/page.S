// Two files become part of the program, so that it needs none of them where it is installed.
  .section .rodata
  .globl page_head, page_tail
page_head:
  .incbin PAGE_HEAD
  .byte 0
page_tail:
  .incbin PAGE_TAIL
  .byte 0
  .section .note.GNU-stack, "", %progbits
