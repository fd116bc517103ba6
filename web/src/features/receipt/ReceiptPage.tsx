import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { FileCheck } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { Notice } from '../../ui/Notice'
import { Page } from '../../ui/Page'
import { checker, checkFile, FILE_BYTES_MAX, type Said } from './checkFile'
import { VerdictView } from './VerdictView'

const UNREADABLE: Said = { verdict: { kind: 'unreadable' }, published: true }

/** /receipt: verifies a saved receipt. The file stays in the browser. */
export function ReceiptPage() {
  const { t } = useLingui()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // A loading failure appears when a file is verified.
    checker().catch(() => undefined)
  }, [])
  const check = useMutation({
    mutationFn: async (file: File) => ({
      name: file.name,
      said: file.size > FILE_BYTES_MAX ? UNREADABLE : await checkFile(await file.text()),
    }),
  })
  const choose = (file: File | undefined) => {
    if (file) check.mutate(file)
  }
  return (
    <Page title={<Trans>Check a receipt</Trans>} narrow>
      <Card>
        <div className="grid grid-cols-1 gap-5">
          <p>
            <Trans>
              A receipt shows what was recorded about a transaction and links it to a signed log. It is checked here in
              your browser; the file is not sent anywhere.
            </Trans>
          </p>
          <input
            ref={input}
            className="sr-only"
            type="file"
            accept="application/json,.json"
            tabIndex={-1}
            aria-label={t`Receipt file`}
            onChange={(event) => {
              choose(event.currentTarget.files?.[0])
              // Allows the same file to be chosen again after a change.
              event.currentTarget.value = ''
            }}
          />
          <Button busy={check.isPending} onClick={() => input.current?.click()}>
            <FileCheck size={18} aria-hidden="true" />
            {check.data ? <Trans>Choose another file</Trans> : <Trans>Choose the file</Trans>}
          </Button>
          <div className="grid grid-cols-1 gap-3" aria-live="polite">
            {check.isError ? (
              <Notice tone="bad">
                <Trans>The receipt could not be checked. Reload this page.</Trans>
              </Notice>
            ) : null}
            {check.data ? (
              <>
                <p className="font-medium wrap-anywhere">{check.data.name}</p>
                <VerdictView {...check.data.said} />
              </>
            ) : null}
          </div>
        </div>
      </Card>
    </Page>
  )
}
