import { createFileRoute } from '@tanstack/react-router'
import { Profile } from '../features/profile/Profile'
import { config } from '../host/config'
import { seldomWords } from '../i18n/load'
import { LanguageSelect } from '../shell/LanguageSelect'
import { ProfileMenu } from '../shell/profile/ProfileMenu'

export const Route = createFileRoute('/_app/profile/')({
  loader: seldomWords,
  component: () => (
    <Profile
      version={config.version}
      language={(onChosen) => <LanguageSelect onChosen={onChosen} />}
      menu={<ProfileMenu />}
    />
  ),
})
