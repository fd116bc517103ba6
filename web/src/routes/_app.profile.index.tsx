import { Trans } from '@lingui/react/macro'
import { createFileRoute, Link } from '@tanstack/react-router'
import { KeyRound, LifeBuoy, MonitorSmartphone, ShieldCheck, UserRound } from 'lucide-react'
import { Profile } from '../features/profile/Profile'
import { SecurityMenu } from '../features/profile/SecurityMenu'
import { config, offers } from '../host/config'
import { LanguageSelect } from '../shell/LanguageSelect'
import { AccountLink, ProofLink } from '../shell/links'
import { buttonClass } from '../ui/Button'

export const Route = createFileRoute('/_app/profile/')({
  component: () => (
    <Profile
      version={config.version}
      language={(onChosen) => <LanguageSelect onChosen={onChosen} />}
      menu={
        <>
          <Link to="/profile/personal-details" className={buttonClass('quiet')}>
            <UserRound size={18} aria-hidden="true" />
            <Trans>Personal details and limits</Trans>
          </Link>
          {offers('balances') ? <ProofLink /> : null}
          <SecurityMenu>
            <Link to="/profile/two-factor-authentication" className={buttonClass('quiet')}>
              <ShieldCheck size={18} aria-hidden="true" />
              <Trans>Two-factor authentication</Trans>
            </Link>
            <Link to="/profile/passkeys" className={buttonClass('quiet')}>
              <KeyRound size={18} aria-hidden="true" />
              <Trans>Passkeys</Trans>
            </Link>
            <Link to="/profile/devices" className={buttonClass('quiet')}>
              <MonitorSmartphone size={18} aria-hidden="true" />
              <Trans>Devices</Trans>
            </Link>
          </SecurityMenu>
          <AccountLink />
          <Link to="/support" className={buttonClass('quiet')}>
            <LifeBuoy size={18} aria-hidden="true" />
            <Trans>Support</Trans>
          </Link>
        </>
      }
    />
  ),
})
