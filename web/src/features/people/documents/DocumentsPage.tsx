import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Card } from '../../../ui/Card'
import { Page } from '../../../ui/Page'
import { Documents } from './Documents'
import type { Proof } from './queries'

type DocumentsPageProps = { of: Proof; support: ReactNode; back: ReactNode; onForbidden: () => void }

/** A page of its own for one proof. */
export function DocumentsPage({ of, support, back, onForbidden }: DocumentsPageProps) {
  const title = of === 'identity' ? <Trans>Show a document</Trans> : <Trans>Prove your address</Trans>
  return (
    <Page title={title} narrow>
      <div className="grid gap-3">
        <Card>
          <Documents of={of} support={support} onForbidden={onForbidden} />
        </Card>
        {back}
      </div>
    </Page>
  )
}
