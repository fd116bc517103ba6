import { createFileRoute } from '@tanstack/react-router'
import { ProfilesPage } from '../features/profiles/ProfilesPage'
import { host } from '../host/adapter'
import { laterWords } from '../i18n/load'
import { ProfileLink } from '../shell/profileLinks'

export const Route = createFileRoute('/_app/profile/profiles')({
  loader: laterWords,
  component: () => <ProfilesPage back={<ProfileLink />} home={host.home} />,
})
