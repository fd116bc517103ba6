import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { Intro } from '../features/people/onboarding/Introduction'
import { laterWords } from '../i18n/load'
import { EntryShell } from '../shell/EntryShell'

export const Route = createFileRoute('/authentication/intro')({ loader: laterWords, component: IntroPage })

function IntroPage() {
  const navigate = useNavigate()
  return (
    <EntryShell>
      <Intro onDone={() => void navigate({ to: '/authentication', replace: true })} />
    </EntryShell>
  )
}
