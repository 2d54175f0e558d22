/* Put into a page of heddle's before its end: uses it as a reader would, and leaves what it found in the
 * title.  `wanted` is set by tests/cli/html.sh. */
'use strict';
function drive() {
  const found = [], all = s => [...document.querySelectorAll(s)], one = s => document.querySelector(s);
  const data = JSON.parse(one('#data').textContent), picture = data.picture;
  const check = (holds, what) => { if (!holds) found.push(what); };
  const key = name => document.dispatchEvent(new KeyboardEvent('keydown', {key: name, bubbles: true, cancelable: true}));
  const where = () => one('#where').textContent;

  check(one('#verdict').textContent === wanted.verdict, 'the verdict');
  check(document.documentElement.scrollWidth <= window.innerWidth + 1, 'wider than the window');
  check(!one('img') && !window.broken, 'markup of the program became a part of the page');
  if (wanted.again) check(all('#facts li').map(l => l.textContent).filter(t => t.startsWith('heddle')).join() === wanted.again, 'how to see it again: ' + one('#facts').textContent);
  if (!picture) {
    check(one('#controls').hidden && one('#main').hidden, 'controls without a run');
    check(one('#figures').textContent.startsWith(wanted.verdict), 'the verdict line');
    if (wanted.title) check(one('#title').textContent === wanted.title, 'the title: ' + one('#title').textContent);
    if (wanted.checked) check(all('#facts li').some(l => l.textContent === wanted.checked), 'what was checked');
    if (wanted.reached !== undefined) {
      const missed = all('#covered-source .missed').map(l => l.querySelector('.number').textContent).join();
      check(one('#covered').textContent.startsWith(wanted.reached), 'lines: ' + one('#covered').textContent);
      check(missed === wanted.missed, 'lines that were not reached: ' + missed);
      const counted = all('#covered-source .states').some(s => /^\d+( \(\d+%\))?$/.test(s.textContent));
      check(counted !== !!wanted.uncounted, 'states by line');
    }
    if (wanted.said) check(all('#uncovered li').map(l => l.textContent).some(t => t.includes(wanted.said)), 'what is not known: ' + one('#uncovered').textContent);
    if (wanted.operation) check(all('#operations tbody tr').some(r => [...r.cells].map(c => c.textContent).join(' ') === wanted.operation), 'operations: ' + one('#operations').textContent);
    if (wanted.threads) check(one('#missed').textContent.includes(wanted.threads), 'threads: ' + one('#missed').textContent);
    if (wanted.partly) check(all('#covered-source .partly').map(l => l.querySelector('.number').textContent).join() === wanted.partly, 'branches');
  } else {
    const n = picture.steps.length, rows = all('#rows tbody tr');
    check(n > 0 && rows.length === picture.rows.length, 'rows');
    check(rows.every(r => r.offsetLeft === 0), 'rows that do not begin at the left');
    if (wanted.matters) check(all('#rows tr.matters').map(r => r.dataset.step).join() === wanted.matters, 'rows that matter: ' + all('#rows tr.matters').map(r => r.dataset.step).join());
    check(!data.command || one('#command').textContent === data.command, 'the command');
    check(all('#rows thead th').length === picture.threads.length + 2, 'lanes');
    check(where() === 'step ' + n + ' of ' + n, 'it begins at the end: ' + where());
    if (wanted.line) check(one('#source .now .number').lastChild.textContent === String(wanted.line), 'the failing line');
    if (wanted.chips) check(all('#source .chip').length >= wanted.chips, 'lines of threads');
    if (wanted.rest) check(all('#source .chip').map(c => c.textContent).join() === wanted.rest, 'where threads rest: ' + all('#source .chip').map(c => c.textContent).join());
    check(new Set(all('#source .number').map(l => l.offsetWidth)).size <= 1, 'lines that are moved aside by their threads');
    if (wanted.arrows && window.innerWidth > 640) check(all('#arrows path.arrow').length >= wanted.arrows, 'arrows');
    if (wanted.printed) check(one('#output').textContent === wanted.printed, 'what was printed: ' + one('#output').textContent);
    key('Home');
    check(where() === 'the start' && !one('#rows tr.now') && !all('#state tr').length, 'the start');
    key('ArrowRight');
    check(where() === 'step 1 of ' + n, 'a key: ' + where());
    one('#next').click();
    one('#back').click();
    check(where() === 'step 1 of ' + n, 'buttons');
    key('ArrowLeft');
    key('ArrowLeft');
    check(where() === 'the start', 'no step before the start');
    key('End');
    key('ArrowRight');
    check(where() === 'step ' + n + ' of ' + n, 'no step behind the end');
    one('#slider').value = Math.ceil(n / 2);
    one('#slider').dispatchEvent(new Event('input'));
    check(where() === 'step ' + Math.ceil(n / 2) + ' of ' + n, 'the slider');
    const row = rows.find(r => r.dataset.step !== '0');
    row.click();
    check(where() === 'step ' + row.dataset.step + ' of ' + n && row.classList.contains('now'), 'a click');
    if (wanted.changes) {
      const state = () => all('#state tr.changed').map(r => r.cells[0].textContent + '=' + r.cells[1].textContent).join();
      const seen = [];
      key('Home');
      for (let i = 1; i <= n; i++) { key('ArrowRight'); seen.push(state()); }
      check(seen.includes(wanted.changes), 'values: ' + seen.join(' '));
    }
    if (wanted.heap) {
      const shown = [];
      key('Home');
      for (let i = 1; i <= n; i++) {
        key('ArrowRight');
        shown.push(one('#heap-pane').hidden ? '' : all('#heap .object').length + ' objects ' + all('#heap .edge').length + ' pointers ' + all('#heap .freed').length + ' freed');
      }
      check(shown.includes(wanted.heap), 'the heap: ' + shown.join(' | '));
    }
    if (wanted.buffers) {
      const shown = [];
      key('Home');
      for (let i = 1; i <= n; i++) {
        key('ArrowRight');
        shown.push(one('#buffers-pane').hidden ? '' : all('#buffers td').map(c => c.textContent).join(' '));
      }
      check(shown.includes(wanted.buffers) && shown.includes(''), 'buffers: ' + shown.join(' | '));
    }
    if (wanted.memory) {
      key('End');
      const state = all('#state tr').map(r => r.cells[0].textContent + '=' + r.cells[1].textContent).join();
      check(state === wanted.memory, 'memory: ' + state);
    }
    if (wanted.errors) check(all('#errors a').length === wanted.errors && all('#errors .shown').length === 1, 'errors');
    if (wanted.slowest) {
      const before = performance.now();
      for (let i = 0; i < 40; i++) { one('#slider').value = Math.floor(n * i / 40); one('#slider').dispatchEvent(new Event('input')); }
      check((performance.now() - before) / 40 < wanted.slowest, 'slow: ' + (performance.now() - before) / 40 + ' ms a step');
      check(n >= 2000, 'too few steps: ' + n);
    }
  }
  check(!window.problems.length, 'errors: ' + window.problems.join('; '));
  document.title = found.length ? 'BAD ' + found.join(' | ') : 'GOOD';
}

window.addEventListener('load', () => {
  try {
    drive();
  } catch (e) {
    document.title = 'BAD ' + e;
  }
});
