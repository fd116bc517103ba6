import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { SetUpTitle } from '../features/security/titles'
import { TotpSetup } from '../features/security/TotpSetup'
import { laterWords } from '../i18n/load'
import { ProfileLink } from '../shell/profileLinks'
import { Page } from '../ui/Page'

export const Route = createFileRoute('/_app/profile/two-factor-authentication/code')({
  loader: laterWords,
  component: SetUpPage,
})

function SetUpPage() {
  const navigate = useNavigate()
  return (
    <Page title={<SetUpTitle />} back={<ProfileLink />} narrow>
      <TotpSetup onDone={() => void navigate({ to: '/profile/two-factor-authentication', replace: true })} />
    </Page>
  )
}
