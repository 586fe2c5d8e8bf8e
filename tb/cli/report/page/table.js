// Tables. A click on a heading sorts the rows. A long table shows its first rows only, and a button for the others.

const FIRST_ROWS = 20, MOST_ROWS_WITHOUT_SCROLLING = 60;

const isNothing = (value) => value === undefined || value === null;

// Compares numbers by value, and words with numbers in natural order (h2 before h10). Rows without a value are last.
function compareCells(a, b, falling) {
  if (isNothing(a) || isNothing(b)) return isNothing(a) - isNothing(b);
  const order = typeof a === 'number' && typeof b === 'number' ?
      a - b :
      String(a).localeCompare(String(b), 'en', {numeric: true});
  return falling ? -order : order;
}

function cellText(value, kind, row) {
  if (isNothing(value)) return '-';
  if (typeof kind === 'function') return kind(value, row);
  return typeof value === 'number' ? number(value) : value;
}

// CSS classes of the kinds that are words.
const WORDS = {
  word: 'word',
  long: 'word long',
  name: 'word wrap',
  wrap: 'wrap'
};
const classOf = (kind) => WORDS[kind] ? {class: WORDS[kind]} : {};
const sortable = (value) => value instanceof Element ? value.textContent : value;

// The upper row of headings, over several columns.
function overHeads(used) {
  if (!used.some(([, , , over]) => over)) return [];
  const cells = [];
  used.forEach(([, , , over], i) => {
    if (i > 0 && over && over === used[i - 1][3])
      cells[cells.length - 1].colSpan++;
    else
      cells.push(element('th', over ? {class: 'over', scope: 'colgroup'} : {}, over || ''));
  });
  return [element('tr', {}, ...cells)];
}

// Columns: [title, row => value, kind, upper heading]. The kind is 'word', 'long' (a text that may wrap), 'name' (a
// word that may wrap), 'wrap' (a value that may wrap), or a function that formats a number. Rows are sorted by the
// value. A column without values is left out. Neighbours with the same upper heading share it.
//
// Options: sort, the title of the column for the first sorting, largest value first, or smallest first with `rising`;
// most, the number of rows shown at first; group, row => true for the first row of a group.
function table(columns, rows, options = {}) {
  const used = columns.filter(([, get]) => rows.some((r) => !isNothing(get(r)))), most = options.most || FIRST_ROWS;
  const heads = used.map(([title, , kind]) => {
    const button = element('button', {type: 'button', title: `sort by ${title}`}, title);
    return {title, kind, button, cell: element('th', {...classOf(kind), scope: 'col'}, button)};
  });
  const body = element('tbody'), more = element('button', {class: 'more', type: 'button'}),
        holder = element('div', {class: 'scroll'}),
        hint = element('div', {class: 'hint'}, 'The table scrolls sideways.');
  let sorted = [...rows], all = rows.length <= most + 3, by = null, falling = true;

  const show = () => {
    const shown = all ? sorted : sorted.slice(0, most), grouped = by === null && options.group;
    body.replaceChildren(...shown.map(
        (r) => element(
            'tr', grouped && options.group(r) ? {class: 'first'} : {},
            ...used.map(([, get, kind]) => element('td', classOf(kind), cellText(get(r), kind, r))))));
    more.textContent = `Show all ${number(rows.length)} rows`;
    more.hidden = all;
    holder.classList.toggle('high', shown.length > MOST_ROWS_WITHOUT_SCROLLING);
    heads.forEach((h, i) => {
      h.button.textContent = h.title + (i === by ? falling ? ' ▾' : ' ▴' : '');
      if (i === by)
        h.cell.setAttribute('aria-sort', falling ? 'descending' : 'ascending');
      else
        h.cell.removeAttribute('aria-sort');
    });
  };
  const sortBy = (i, down) => {
    by = i;
    falling = down;
    const get = used[i][1];
    sorted = rows.map((row) => ({row, value: sortable(get(row))}))
                 .sort((a, b) => compareCells(a.value, b.value, falling))
                 .map((x) => x.row);
  };
  heads.forEach((h, i) => h.button.addEventListener('click', () => {
    sortBy(i, i === by ? !falling : !WORDS[h.kind]);
    show();
  }));
  more.addEventListener('click', () => {
    all = true;
    show();
  });
  const first = heads.findIndex((h) => h.title === options.sort);
  if (first >= 0) sortBy(first, !options.rising);
  show();
  holder.append(element(
      'table', {}, element('thead', {}, ...overHeads(used), element('tr', {}, ...heads.map((h) => h.cell))), body));
  new ResizeObserver(() => hint.hidden = holder.scrollWidth <= holder.clientWidth).observe(holder);
  return element('div', {}, hint, holder, more);
}
