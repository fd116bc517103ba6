import { CreditCard } from 'lucide-react'

/** The schemes with a mark in `public/cards`: on white, which is part of a mark, also in the dark theme. */
const DRAWN: ReadonlySet<string | undefined> = new Set(['visa', 'mastercard'])

/** <CardMark brand="visa"> — the mark of a card scheme, beside its name; a plain card for an unknown one. */
export function CardMark({ brand }: { brand: string | undefined }) {
  if (!DRAWN.has(brand))
    return <CreditCard size={36} strokeWidth={1.5} aria-hidden="true" className="shrink-0 text-muted" />
  return (
    <img
      src={`/cards/${brand}.svg`}
      width={36}
      height={24}
      alt=""
      className="shrink-0 rounded-[4px] ring-1 ring-line"
    />
  )
}
