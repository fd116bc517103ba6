import { createFileRoute } from '@tanstack/react-router'
import { laterWords } from '../i18n/load'
import { PhonePage } from '../shell/contact/ContactPages'

export const Route = createFileRoute('/_app/profile/personal-details/phone-messenger')({
  loader: laterWords,
  component: () => <PhonePage by="messenger" />,
})
