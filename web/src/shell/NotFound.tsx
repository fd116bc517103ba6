import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { buttonClass } from '../ui/Button'
import { Card } from '../ui/Card'
import { EmptyState } from '../ui/States'
import { EntryShell } from './EntryShell'

/** The page for an unknown address. Loaded on demand. */
export default function NotFound() {
  return (
    <EntryShell>
      <Card>
        <h1 className="sr-only">
          <Trans>Page not found</Trans>
        </h1>
        <EmptyState
          art="lost"
          title={<Trans>Page not found</Trans>}
          action={
            <Link to="/cabinet" className={buttonClass()}>
              <Trans>Go home</Trans>
            </Link>
          }
        >
          <Trans>The address may be wrong, or the page has moved.</Trans>
        </EmptyState>
      </Card>
    </EntryShell>
  )
}
