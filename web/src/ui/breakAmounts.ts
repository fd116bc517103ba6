/**
 * Splits a text after the decimal separator of every amount with more than eight decimals. The parts together are the
 * text.
 */
export function breakAmounts(text: string): string[] {
  return text.split(/(?<=\d[.,])(?=\d{9})/)
}
