import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

/** Wraps a balance row in a link to the page of its currency. */
export function balanceLink(currency: string, row: ReactNode) {
  return (
    <Link
      to="/balances/$place/{-$currency}"
      params={{ place: currency }}
      className="-mx-2 block rounded-control px-2 hover:bg-sunken"
    >
      {row}
    </Link>
  )
}
