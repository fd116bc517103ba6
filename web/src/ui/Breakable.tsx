/*
 * <Breakable text /> — text with amounts. If eighteen decimals do not fit a phone, the line breaks after the decimal
 * separator. A <wbr> adds no character to a copied amount.
 */
import { Fragment } from 'react'
import { breakAmounts } from './breakAmounts'

export function Breakable({ text }: { text: string }) {
  return breakAmounts(text).map((part, place) => (
    <Fragment key={place}>
      {place > 0 ? <wbr /> : null}
      {part}
    </Fragment>
  ))
}
