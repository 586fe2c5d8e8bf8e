// The program contains the two parts of the page, so it does not need their files at run time.
  .section .rodata
  .globl page_head, page_tail
page_head:
  .incbin PAGE_HEAD
  .byte 0
page_tail:
  .incbin PAGE_TAIL
  .byte 0
  .section .note.GNU-stack, "", %progbits
