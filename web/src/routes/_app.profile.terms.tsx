import { Trans } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { TermsPage } from '../features/account/TermsPage'
import { seldomWords } from '../i18n/load'
import { ProfileLink } from '../shell/profileLinks'
import { Page } from '../ui/Page'

export const Route = createFileRoute('/_app/profile/terms')({
  loader: seldomWords,
  component: () => (
    <Page title={<Trans>Terms of use</Trans>} actions={<ProfileLink />} narrow>
      <TermsPage />
    </Page>
  ),
})
