import { createFileRoute } from '@tanstack/react-router'
import { laterWords } from '../i18n/load'
import { PhonePage } from '../shell/contact/ContactPages'

export const Route = createFileRoute('/_app/profile/personal-details/phone-edit')({
  loader: laterWords,
  component: () => <PhonePage />,
})
