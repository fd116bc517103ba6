/** The classes of a line of the price, of its words and of its value. */
export const PRICE_LINE = {
  row: 'flex flex-wrap justify-between gap-x-4 text-[14px]',
  words: 'text-muted',
  value: 'ml-auto text-right font-medium wrap-anywhere',
}
