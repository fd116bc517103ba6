import { createFileRoute } from '@tanstack/react-router'
import { VerifyPage } from '../features/documents/verify/VerifyPage'
import { seldomWords } from '../i18n/load'
import { EntryShell } from '../shell/EntryShell'
import { RouteError } from '../shell/errors'

/** For everybody who was given a document, signed in or not. The code on the document leads here. */
export const Route = createFileRoute('/verify-document')({
  loader: seldomWords,
  component: () => (
    <EntryShell wide>
      <VerifyPage />
    </EntryShell>
  ),
  errorComponent: RouteError,
})
