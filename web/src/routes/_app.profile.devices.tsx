import { Trans } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { DevicesPage } from '../features/security/DevicesPage'
import { laterWords } from '../i18n/load'
import { ProfileLink } from '../shell/profileLinks'
import { Page } from '../ui/Page'

export const Route = createFileRoute('/_app/profile/devices')({
  loader: laterWords,
  component: () => (
    <Page title={<Trans>Devices</Trans>} actions={<ProfileLink />} narrow>
      <DevicesPage />
    </Page>
  ),
})
