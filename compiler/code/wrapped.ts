/** A paragraph in rows of at most so many columns, broken between words. A longer word has a row to itself. */
export function wrapped(paragraph: string, columns: number): readonly string[] {
  const rows: string[] = [];
  let row = "";
  for (const word of paragraph.split(" ")) {
    const longer = row === "" ? word : `${row} ${word}`;
    if (longer.length <= columns || row === "") row = longer;
    else {
      rows.push(row);
      row = word;
    }
  }
  return [...rows, row];
}
