import type { DeskThread, SavedAnswer } from '../../api/support'

type Values = { number: string; order: string | undefined; company: string }

/** The values of the placeholders of a saved answer. */
export const valuesOf = ({ conversation, transaction_id: order }: DeskThread, company: string): Values => ({
  number: conversation.number,
  order,
  company,
})

/** The text of a saved answer in the customer's language, or in one that it has. */
export function textOf({ texts }: SavedAnswer, language: string): string {
  const known = texts as Record<string, string | undefined>
  return known[language] ?? known.en ?? Object.values(known).find((text) => text !== undefined) ?? ''
}

/** Fills the placeholders. One without a value stays, so that the operator sees it. */
export function filled(text: string, values: Values): string {
  return text.replace(/\{(number|order|company)\}/g, (whole, name: keyof Values) => values[name] ?? whole)
}
