import { Trans } from '@lingui/react/macro'
import { createFileRoute, Link, useNavigate } from '@tanstack/react-router'
import { PersonalDetails } from '../features/people/PersonalDetails'
import { WalletsCard } from '../features/travel/WalletsCard'
import { laterWords } from '../i18n/load'
import { ChangePhone } from '../shell/contact/ContactPage'
import { ProfileLink } from '../shell/profileLinks'
import { DETAILS_LINK, verifyLink } from '../shell/verifyLink'

export const Route = createFileRoute('/_app/profile/personal-details/')({ loader: laterWords, component: DetailsPage })

function DetailsPage() {
  const navigate = useNavigate()
  const links = {
    email: (
      <Link to="/profile/personal-details/email-edit" className={DETAILS_LINK}>
        <Trans>Change email</Trans>
      </Link>
    ),
    phone: (
      <Link to="/profile/personal-details/phone-edit" className={DETAILS_LINK}>
        <ChangePhone />
      </Link>
    ),
    verify: verifyLink,
  }
  return (
    <PersonalDetails
      back={<ProfileLink />}
      links={links}
      wallets={<WalletsCard />}
      onForbidden={() => void navigate({ to: '/forbidden' })}
    />
  )
}
