import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

/** Link to the terms in a new tab, so that the current page keeps its input. */
export function TermsLink({ children }: { children?: ReactNode }) {
  return (
    <Link
      to="/profile/$page"
      params={{ page: 'terms' }}
      target="_blank"
      className="underline underline-offset-2 hover:text-text"
    >
      {children}
    </Link>
  )
}
