import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { DocumentsPage } from '../features/documents/DocumentsPage'
import { buttonClass } from '../ui/Button'
import { DETAILS_LINK } from './verifyLink'

/** Statements and letters, with the links to the verification and to the page that checks documents. */
export default function OwnDocuments({ back }: { back: ReactNode }) {
  return (
    <DocumentsPage
      back={back}
      verify={(words) => (
        <Link to="/profile/personal-details/identity" className={buttonClass()}>
          {words}
        </Link>
      )}
      check={(words) => (
        <Link to="/$paper" params={{ paper: 'verify-document' }} className={DETAILS_LINK}>
          {words}
        </Link>
      )}
    />
  )
}
