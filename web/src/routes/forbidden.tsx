import { Trans } from '@lingui/react/macro'
import { createFileRoute, Link } from '@tanstack/react-router'
import { Forbidden } from '../features/people/Forbidden'
import { laterWords } from '../i18n/load'
import { EntryShell } from '../shell/EntryShell'
import { buttonClass } from '../ui/Button'

export const Route = createFileRoute('/forbidden')({
  loader: laterWords,
  component: () => (
    <EntryShell>
      <Forbidden
        actions={
          <>
            <Link to="/support" className={buttonClass()}>
              <Trans>Contact support</Trans>
            </Link>
            <Link to="/cabinet" className={buttonClass('quiet')}>
              <Trans>Go home</Trans>
            </Link>
          </>
        }
      />
    </EntryShell>
  ),
})
