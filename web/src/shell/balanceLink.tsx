import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

/** Wraps the name of a currency in a link to its page, which covers the row around it. */
export function balanceLink(currency: string, name: ReactNode) {
  return (
    <Link
      to="/balances/$place/{-$currency}"
      params={{ place: currency }}
      className="after:absolute after:inset-0 after:rounded-control focus-visible:outline-none focus-visible:after:outline-3 focus-visible:after:-outline-offset-2 focus-visible:after:outline-brand"
    >
      {name}
    </Link>
  )
}
