import { createFileRoute } from '@tanstack/react-router'
import { PasskeysPage } from '../features/security/PasskeysPage'
import { laterWords } from '../i18n/load'
import { ProfileLink } from '../shell/profileLinks'

export const Route = createFileRoute('/_app/profile/passkeys')({
  loader: laterWords,
  component: () => <PasskeysPage back={<ProfileLink />} />,
})
