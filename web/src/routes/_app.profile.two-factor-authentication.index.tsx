import { createFileRoute, Link } from '@tanstack/react-router'
import { FactorTitle } from '../features/security/titles'
import { TwoFactorPage } from '../features/security/TwoFactorPage'
import { laterWords } from '../i18n/load'
import { ProfileLink } from '../shell/profileLinks'
import { buttonClass } from '../ui/Button'
import { Page } from '../ui/Page'

export const Route = createFileRoute('/_app/profile/two-factor-authentication/')({
  loader: laterWords,
  component: () => (
    <Page title={<FactorTitle />} back={<ProfileLink />}>
      <TwoFactorPage
        setUp={(words) => (
          <Link to="/profile/two-factor-authentication/code" className={buttonClass()}>
            {words}
          </Link>
        )}
      />
    </Page>
  ),
})
