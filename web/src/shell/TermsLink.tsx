import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

/** Leads to the terms beside the page that names them, so that nothing entered there is lost. */
export function TermsLink({ children }: { children?: ReactNode }) {
  return (
    <Link to="/profile/terms" target="_blank" className="underline underline-offset-2 hover:text-text">
      {children}
    </Link>
  )
}
