/** A text cut after the decimal mark of every amount with more than eight decimals; the parts together are the text. */
export function breakAmounts(text: string): string[] {
  return text.split(/(?<=\d[.,])(?=\d{9})/)
}
