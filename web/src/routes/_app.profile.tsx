import { createFileRoute } from '@tanstack/react-router'
import { Profile } from '../features/profile/Profile'
import { config } from '../host/config'
import { LanguageSelect } from '../shell/LanguageSelect'

export const Route = createFileRoute('/_app/profile')({
  component: () => <Profile version={config.version} language={(onChosen) => <LanguageSelect onChosen={onChosen} />} />,
})
