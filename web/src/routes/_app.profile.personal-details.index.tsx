import { Trans } from '@lingui/react/macro'
import { createFileRoute, Link, type LinkProps, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ABOUT_YOU, PersonalDetails } from '../features/people/PersonalDetails'
import { WalletsCard } from '../features/travel/WalletsCard'
import { laterWords } from '../i18n/load'

export const Route = createFileRoute('/_app/profile/personal-details/')({ loader: laterWords, component: DetailsPage })

const LINK = '-my-2 inline-flex min-h-11 items-center font-semibold text-brand'

/** The page of each verification. The form on this page completes the declared address. */
const VERIFY: Record<string, Pick<LinkProps, 'to' | 'params'> & { hash?: string }> = {
  DECLARED_ADDRESS: { to: '/profile/personal-details', hash: ABOUT_YOU },
  PHONE: { to: '/profile/personal-details/phone-edit' },
  IDENTITY: { to: '/profile/personal-details/identity' },
  ADDRESS: { to: '/profile/personal-details/address' },
  SOURCE_OF_FUNDS: { to: '/profile/verification/$', params: { _splat: 'source-of-funds' } },
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
      const place = VERIFY[kind]
      return place ? (
        // A link to this page's own form also focuses it.
        <Link {...place} className={LINK} onClick={() => document.getElementById(place.hash ?? '')?.focus()}>
          {words}
        </Link>
      ) : null
    },
  }
  return (
    <PersonalDetails links={links} wallets={<WalletsCard />} onForbidden={() => void navigate({ to: '/forbidden' })} />
  )
}
