import { Trans } from '@lingui/react/macro'
import { ChevronDown } from 'lucide-react'
import { useId, useState } from 'react'
import type { Field, Operation } from './document'
import { TryIt } from './TryIt'

/** One operation: its line, and when opened its fields and a request. */
export function OperationRow({ operation, apiKey }: { operation: Operation; apiKey: string }) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  return (
    <div className="border-t border-line first:border-t-0">
      <h3>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
          className="flex min-h-14 w-full items-center gap-3 py-2.5 text-left"
        >
          <span className="grid min-w-0 flex-1 gap-0.5">
            <span className="font-mono text-[13px] wrap-anywhere">
              <span className="font-semibold text-brand">{operation.method}</span>{' '}
              {operation.path.replace('/api/partner/v1', '')}
            </span>
            <span className="text-[14px] font-normal text-muted">{operation.summary}</span>
          </span>
          <ChevronDown
            size={18}
            aria-hidden="true"
            className={`shrink-0 text-muted transition-transform ${isOpen ? 'rotate-180' : ''}`}
          />
        </button>
      </h3>
      <div id={id} hidden={!isOpen}>
        {isOpen ? <Opened operation={operation} apiKey={apiKey} /> : null}
      </div>
    </div>
  )
}

function Opened({ operation, apiKey }: { operation: Operation; apiKey: string }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 pb-5">
      {operation.description ? <p className="text-[14px]">{operation.description}</p> : null}
      <p className="text-[13px] text-muted">
        <Trans>Permission:</Trans>{' '}
        {operation.scopes.map((scope, place) => (
          <span key={scope}>
            {place > 0 ? ', ' : null}
            <code className="font-mono">{scope}</code>
          </span>
        ))}
      </p>
      <Fields title={<Trans>Parameters</Trans>} fields={operation.parameters} />
      <Fields title={<Trans>Body</Trans>} fields={operation.body} />
      <TryIt operation={operation} apiKey={apiKey} />
      {operation.answer ? <Fields title={<Trans>Response</Trans>} fields={operation.answer.fields} /> : null}
    </div>
  )
}

function Fields({ title, fields }: { title: React.ReactNode; fields: readonly Field[] }) {
  if (fields.length === 0) return null
  return (
    <section className="grid gap-1.5">
      <h4 className="text-[13px] font-semibold text-muted">{title}</h4>
      <dl className="grid gap-2 text-[14px]">
        {fields.map((field) => (
          <div key={field.name} className="grid gap-x-4 desk:grid-cols-[220px_minmax(0,1fr)]">
            <dt className="font-mono text-[13px] wrap-anywhere">
              {field.name}
              {field.isRequired ? (
                <span className="font-sans text-muted">
                  {' '}
                  · <Trans>required</Trans>
                </span>
              ) : null}
            </dt>
            <dd>
              <span className="font-mono text-[12px] text-muted wrap-anywhere">{field.type}</span>
              {field.description ? <span className="block">{field.description}</span> : null}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
