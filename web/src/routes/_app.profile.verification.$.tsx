import { createFileRoute } from '@tanstack/react-router'
import { laterWords } from '../i18n/load'
import { EmailPage, PhonePage } from '../shell/contact/ContactPages'
import { SourceOfFundsPage } from '../shell/SourceOfFundsPage'
import { onboardingGuard } from '../shell/guards'

export const Route = createFileRoute('/_app/profile/verification/$')({
  beforeLoad: async ({ params, context }) =>
    (await onboardingGuard()).requireOpenPhone(context.queries, params._splat ?? ''),
  loader: laterWords,
  component: VerifyPage,
})

function VerifyPage() {
  const { _splat: rest } = Route.useParams()
  if (rest === 'source-of-funds') return <SourceOfFundsPage />
  return rest === 'email-messenger' ? <EmailPage /> : <PhonePage forbidden={rest !== 'phone'} />
}
