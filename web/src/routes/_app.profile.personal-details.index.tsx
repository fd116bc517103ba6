import { Trans } from '@lingui/react/macro'
import { createFileRoute, Link, type LinkProps, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { PersonalDetails } from '../features/people/PersonalDetails'
import { laterWords } from '../i18n/load'

export const Route = createFileRoute('/_app/profile/personal-details/')({ loader: laterWords, component: DetailsPage })

const LINK = '-my-2 inline-flex min-h-11 items-center font-semibold text-brand'

/** Where each is verified; a home address is, by the form on this page. */
const VERIFY: Record<string, LinkProps['to']> = {
  PHONE: '/profile/personal-details/phone-edit',
  IDENTITY: '/profile/personal-details/identity',
  ADDRESS: '/profile/personal-details/address',
}

function DetailsPage() {
  const navigate = useNavigate()
  const links = {
    email: (
      <Link to="/profile/personal-details/email-edit" className={LINK}>
        <Trans>Change email</Trans>
      </Link>
    ),
    phone: (
      <Link to="/profile/personal-details/phone-edit" className={LINK}>
        <Trans>Change phone</Trans>
      </Link>
    ),
    verify: (kind: string, words: ReactNode): ReactNode => {
      const to = VERIFY[kind]
      return to ? (
        <Link to={to} className={LINK}>
          {words}
        </Link>
      ) : null
    },
  }
  return <PersonalDetails links={links} onForbidden={() => void navigate({ to: '/forbidden' })} />
}
