// The cell buffer: cell memory, the link of each cell, and the list of free cells. One cell is written and one is read
// per cycle. A quarter of the cell memory works one cycle after the quarter before it, because the memory spans the
// whole chip. All memories are read in every cycle, so that the register behind one may be that of the block RAM
// (synth/outputs.py).
// Latency: write in cycle t stores the link in t + 1 and quarter i of the cell in t + 1 + i; read_cell in cycle t gives
// read_link in t + 2, link in t + 3 and quarter i of read_data in t + 2 + i. A cell released in cycle t is free from t
// + 6 on.
// Collisions: a copy's read wins over the read of a port, and a cell released by the copier over one released by a
// port; the wheel has different slots for them.
`default_nettype none
module sluice_switch_buffer #(
    parameter int CELL = 64,  // bytes of a cell
    parameter int AW = 12     // 2^AW cells
) (
    clk, rst,
    write, write_data, write_copy, copy_data,
    read_cell, copy_read, read_data, read_link, link,
    free_cell, free_take, freed, copy_freed, count
);
  `SLUICE_SWITCH_CELL(AW)
  `SLUICE_SWITCH_CELL_WRITE(AW)
  input wire logic              clk;
  input wire logic              rst;
  // Write side
  input wire cell_write_t       write;
  input wire logic [8*CELL-1:0] write_data;  // the cell of a port
  input wire logic              write_copy;  // one cycle before write: the cell is the one of a copy, in copy_data
  input wire logic [8*CELL-1:0] copy_data;   // one cycle before write; quarter i is i cycles later
  // Read side
  input wire logic [AW-1:0]     read_cell;  // address of a cell of a port
  input wire cell_t             copy_read;  // read a cell of a copy instead
  output logic     [8*CELL-1:0] read_data;  // the cell; quarter i is i cycles later
  output logic     [AW:0]       read_link;  // link of the cell
  output logic     [AW:0]       link;       // read_link, one cycle later
  // Free cells
  output cell_t                 free_cell;   // a free cell is offered
  input wire logic              free_take;   // take it
  input wire cell_t             freed;       // a cell is released by a port
  input wire cell_t             copy_freed;  // a cell is released by the copier
  output logic     [AW:0]       count;       // free cells

  localparam int Quarter = 2 * CELL;  // bits
  logic [3:0] writes, copies;         // write of quarter i, and whether it is a copy, delayed by i cycles
  logic [4*AW-1:0] write_cells, read_cells;
  logic [AW:0] link_data;
  always_ff @(posedge clk) begin
    writes <= {writes[2:0], write.valid};
    write_cells <= {write_cells[3*AW-1:0], write.address};
    link_data <= write.link;
    read_cells <= {read_cells[3*AW-1:0], copy_read.valid ? copy_read.address : read_cell};
    copies <= {copies[2:0], write_copy};
    link <= read_link;
  end
  genvar q;
  generate
    for (q = 0; q < 4; q = q + 1) begin : g_quarter
      logic [Quarter-1:0] new_data, delayed, copied, quarter_data;  // delayed: by q cycles
      assign new_data = write_data[q*Quarter+:Quarter];
      if (q == 0) begin : g_now
        assign delayed = new_data;
      end else begin : g_delay
        logic [q*Quarter-1:0] stages;
        if (q == 1) always_ff @(posedge clk) stages <= new_data;
        else always_ff @(posedge clk) stages <= {stages[(q-1)*Quarter-1:0], new_data};
        assign delayed = stages[(q-1)*Quarter+:Quarter];
      end
      always_ff @(posedge clk) begin
        copied <= copy_data[q*Quarter+:Quarter];
        quarter_data <= copies[q] ? copied : delayed;
      end
      sluice_switch_memory #(.AW(AW), .DW(Quarter)) cells (
          .clk, .write(writes[q]), .write_addr(write_cells[q*AW+:AW]), .write_data(quarter_data),
          .read(1'b1), .read_addr(read_cells[q*AW+:AW]), .read_data(read_data[q*Quarter+:Quarter]));
    end
  endgenerate
  sluice_switch_memory #(.AW(AW), .DW(AW + 1)) links (
      .clk, .write(writes[0]), .write_addr(write_cells[AW-1:0]), .write_data(link_data),
      .read(1'b1), .read_addr(read_cells[AW-1:0]), .read_data(read_link));

  cell_t any_freed;
  always_ff @(posedge clk) begin
    any_freed.valid <= !rst && (freed.valid || copy_freed.valid);
    any_freed.address <= copy_freed.valid ? copy_freed.address : freed.address;
  end
  sluice_switch_free #(.AW(AW)) free (
      .clk, .rst, .take(free_take), .valid(free_cell.valid), .free_cell(free_cell.address),
      .freed(any_freed.valid), .freed_cell(any_freed.address), .count);
endmodule
`default_nettype wire
