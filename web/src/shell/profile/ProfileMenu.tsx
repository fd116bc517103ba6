import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import {
  Bookmark,
  FileText,
  KeyRound,
  LifeBuoy,
  MonitorSmartphone,
  ShieldCheck,
  UserRound,
  UsersRound,
} from 'lucide-react'
import { Suspense } from 'react'
import { SecurityMenu } from '../../features/profile/SecurityMenu'
import { host } from '../../host/adapter'
import { offers } from '../../host/config'
import { lazyLater } from '../../i18n/lazyLater'
import { seldomWords } from '../../i18n/load'
import { buttonClass } from '../../ui/Button'
import { Skeleton } from '../../ui/Skeleton'
import { AccountLink, ProofLink } from '../profileLinks'

const OpenOutside = lazyLater(() => import('../../features/account/OpenOutside'), seldomWords)
const MailPhrase = lazyLater(() => import('../../features/security/MailPhrase'))

/** The links of the profile page. */
export function ProfileMenu() {
  return (
    <>
      <Link to="/profile/personal-details" className={buttonClass('quiet')}>
        <UserRound size={18} aria-hidden="true" />
        <Trans>Personal details and limits</Trans>
      </Link>
      <Link to="/profile/$page" params={{ page: 'profiles' }} className={buttonClass('quiet')}>
        <UsersRound size={18} aria-hidden="true" />
        <Trans>Profiles</Trans>
      </Link>
      <Link to="/profile/$page" params={{ page: 'details-for-withdrawals' }} className={buttonClass('quiet')}>
        <Bookmark size={18} aria-hidden="true" />
        <Trans>Withdrawal details</Trans>
      </Link>
      {offers('balances') ? <ProofLink /> : null}
      <SecurityMenu>
        <Link to="/profile/two-factor-authentication" className={buttonClass('quiet')}>
          <ShieldCheck size={18} aria-hidden="true" />
          <Trans>Two-factor authentication</Trans>
        </Link>
        <Link to="/profile/$page" params={{ page: 'passkeys' }} className={buttonClass('quiet')}>
          <KeyRound size={18} aria-hidden="true" />
          <Trans>Passkeys</Trans>
        </Link>
        <Link to="/profile/$page" params={{ page: 'devices' }} className={buttonClass('quiet')}>
          <MonitorSmartphone size={18} aria-hidden="true" />
          <Trans>Devices</Trans>
        </Link>
        <Suspense fallback={<Skeleton className="h-40" />}>
          <MailPhrase />
        </Suspense>
      </SecurityMenu>
      <AccountLink />
      <Link to="/profile/$page" params={{ page: 'terms' }} className={buttonClass('quiet')}>
        <FileText size={18} aria-hidden="true" />
        <Trans>Terms of use</Trans>
      </Link>
      {host.outside ? (
        <Suspense fallback={null}>
          <OpenOutside open={host.outside} />
        </Suspense>
      ) : null}
      <Link to="/support" className={buttonClass('quiet')}>
        <LifeBuoy size={18} aria-hidden="true" />
        <Trans>Support</Trans>
      </Link>
    </>
  )
}
