/** Markdown tables with aligned columns, and numbers as people read them. */

/** The first column is text and set left, the others right. */
export function markdownTable(header: string[], rows: string[][]): string {
  const all = [header, ...rows];
  const widths = header.map((_, column) => Math.max(3, ...all.map((row) => (row[column] ?? '').length)));
  const line = (cells: string[]): string => `| ${cells.join(' | ')} |`;
  const set = (row: string[]): string =>
    line(
      widths.map((width, column) => {
        const text = row[column] ?? '';
        return column === 0 ? text.padEnd(width) : text.padStart(width);
      }),
    );
  const rule = line(widths.map((width, column) => (column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)));
  return [set(header), rule, ...rows.map(set)].join('\n');
}

/** Whole numbers with separators; others with three digits that count. */
export function readable(value: number): string {
  if (Number.isInteger(value) || Math.abs(value) >= 1000) return Math.round(value).toLocaleString('en');
  if (Math.abs(value) < 0.001) return value.toExponential(1);
  return value
    .toPrecision(3)
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '');
}

export function percent(share: number): string {
  if (Math.abs(share) < 1e-9) return '0';
  return Math.abs(share) < 1e-4 ? `${(100 * share).toExponential(1)} %` : `${(100 * share).toFixed(2)} %`;
}
