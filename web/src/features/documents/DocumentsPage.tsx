import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { QueryCard } from '../../domain/QueryCard'
import { Card } from '../../ui/Card'
import { Columns } from '../../ui/Columns'
import { Page } from '../../ui/Page'
import { EmptyState } from '../../ui/States'
import { DocumentForm } from './DocumentForm'
import { DocumentList } from './DocumentList'
import { identityQuery } from './queries'

type DocumentsPageProps = {
  back: ReactNode
  /** Wraps words in a link to the verification of the identity. */
  verify: (words: ReactNode) => ReactNode
  /** Wraps words in a link to the page where documents are checked. */
  check: (words: ReactNode) => ReactNode
}

/** Statements and letters: a form, and what was asked for before. */
export function DocumentsPage({ back, verify, check }: DocumentsPageProps) {
  const verified = useQuery(identityQuery)
  return (
    <Page title={<Trans>Documents</Trans>} back={back}>
      <QueryCard asked={verified} rows={4}>
        {(is) =>
          is ? (
            <Columns side={<DocumentList check={check(<Trans>Check a document</Trans>)} />}>
              <DocumentForm />
            </Columns>
          ) : (
            <Card>
              <EmptyState
                art="shield"
                title={<Trans>Documents need a verified identity</Trans>}
                action={verify(<Trans>Verify your identity</Trans>)}
              >
                <Trans>A statement or letter is issued in your name. So we must know who you are first.</Trans>
              </EmptyState>
            </Card>
          )
        }
      </QueryCard>
    </Page>
  )
}
