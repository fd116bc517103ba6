import { createFileRoute } from '@tanstack/react-router'
import { laterWords } from '../i18n/load'
import { EmailPage } from '../shell/contact/ContactPages'

export const Route = createFileRoute('/_app/profile/personal-details/email-edit')({
  loader: laterWords,
  component: () => <EmailPage />,
})
