import { Trans } from '@lingui/react/macro'
import { createFileRoute, Link, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { PersonalDetails } from '../features/people/PersonalDetails'
import { laterWords } from '../i18n/load'

export const Route = createFileRoute('/_app/profile/personal-details/')({ loader: laterWords, component: DetailsPage })

const LINK = '-my-2 inline-flex min-h-11 items-center font-semibold text-brand'

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
    verify: (kind: string): ReactNode =>
      kind === 'PHONE' ? (
        <Link to="/profile/personal-details/phone-edit" className={LINK}>
          <Trans>Verify</Trans>
        </Link>
      ) : null,
  }
  return <PersonalDetails links={links} onForbidden={() => void navigate({ to: '/forbidden' })} />
}
