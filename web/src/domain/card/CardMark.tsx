import { CreditCard } from 'lucide-react'
import type { ReactNode } from 'react'

/** The mark of each scheme on a white tile of 36 by 24. White is part of a mark, so it stays in the dark theme. */
const MARKS: Record<string, ReactNode> = {
  visa: (
    <g transform="translate(3 0) skewX(-13)" fill="#1a2b7c">
      <path d="M3.4 7.6h2.7l1.6 5.5 2-5.5h2.6l-3.4 8.8H6.1zM13.2 7.6h2.5v8.8h-2.5z" />
      <path
        d="M22.4 9.6c-1.5-1.1-4.6-1-4.6.8 0 2.1 4.5 1.3 4.5 3.6 0 2-3.5 2-5.1.6"
        fill="none"
        stroke="#1a2b7c"
        strokeWidth="2.2"
      />
      <path
        d="M26.3 7.6h2.5l3.200 8.800h-2.600l-.5-1.600h-2.900l-.5 1.600h-2.600zm1.200 2.700-.9 2.700h1.800z"
        fillRule="evenodd"
      />
    </g>
  ),
  mastercard: (
    <>
      <circle cx="14" cy="12" r="7" fill="#e3262b" />
      <circle cx="22" cy="12" r="7" fill="#f5a11c" />
      <path d="M18 6.255a7 7 0 0 1 0 11.49a7 7 0 0 1 0-11.49z" fill="#f26322" />
    </>
  ),
}

/** <CardMark brand="visa"> — the mark of a card scheme, beside its name; a plain card for an unknown one. */
export function CardMark({ brand }: { brand: string | undefined }) {
  const mark = brand ? MARKS[brand] : undefined
  if (!mark) return <CreditCard size={24} aria-hidden="true" className="w-9 shrink-0 text-muted" />
  return (
    <svg
      viewBox="0 0 36 24"
      width="36"
      height="24"
      aria-hidden="true"
      className="shrink-0 rounded-[5px] bg-white ring-1 ring-line"
    >
      {mark}
    </svg>
  )
}
