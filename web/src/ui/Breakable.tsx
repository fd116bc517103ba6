/*
 * <Breakable text /> — words with amounts in them. Where eighteen decimals do not fit a phone, the line breaks after the
 * decimal mark. A <wbr>, for nothing may come along when somebody copies the amount.
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
