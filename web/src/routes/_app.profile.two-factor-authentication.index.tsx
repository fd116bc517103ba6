import { Trans } from '@lingui/react/macro'
import { createFileRoute, Link } from '@tanstack/react-router'
import { TwoFactorPage } from '../features/security/TwoFactorPage'
import { laterWords } from '../i18n/load'
import { ProfileLink } from '../shell/profileLinks'
import { buttonClass } from '../ui/Button'
import { Page } from '../ui/Page'

export const Route = createFileRoute('/_app/profile/two-factor-authentication/')({
  loader: laterWords,
  component: () => (
    <Page title={<Trans>Two-factor authentication</Trans>} back={<ProfileLink />}>
      <TwoFactorPage
        setUp={
          <Link to="/profile/two-factor-authentication/code" className={buttonClass()}>
            <Trans>Set up</Trans>
          </Link>
        }
      />
    </Page>
  ),
})
