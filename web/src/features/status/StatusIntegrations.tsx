// Integrations for other sites and programs: badges with their code, and the URLs of the data.

import { useState } from 'react'
import { calls } from '../../api/calls.ts'
import { env } from '../../platform/env.ts'
import { pages } from '../../shared/paths.ts'
import { componentOptions } from '../../shared/statusComponents.ts'
import { machines as texts } from '../../shared/texts/status.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Disclosure } from '../../ui/Disclosure.tsx'
import { Select } from '../../ui/Select.tsx'
import { TextField } from '../../ui/TextField.tsx'

const allComponents = 'all'
const choices = [{ value: allComponents, label: texts.all }, ...componentOptions]

const dataUrls: { path: string; text: string }[] = [
  { path: calls.statusSummary, text: texts.answers.summary },
  { path: calls.statusServices, text: texts.answers.services },
  { path: calls.statusService('api'), text: texts.answers.service },
  { path: calls.statusIncidents, text: texts.answers.incidents },
  { path: calls.statusMaintenance, text: texts.answers.maintenance },
  { path: calls.statusLatency, text: texts.answers.latency },
  { path: calls.statusBadge('api'), text: texts.answers.badge },
]

export function StatusIntegrations() {
  const [component, setComponent] = useState(allComponents)
  const name = choices.find(({ value }) => value === component)?.label ?? component
  const image = calls.statusBadge(component)
  const page = env.publicUrl + pages.status
  const alt = texts.alt(name)
  const markdown = `[![${alt}](${env.publicUrl}${image})](${page})`
  const html = `<a href="${page}"><img src="${env.publicUrl}${image}" alt="${alt}" height="20"></a>`
  return (
    <section id="machines" className="section page status-follow" aria-labelledby="machines-title">
      <div>
        <h2 id="machines-title">{texts.title}</h2>
        <p className="ink2">{texts.note}</p>
      </div>
      <div className="stack-12">
        <div className="status-badge">
          <Select
            label={texts.component}
            options={choices}
            value={component}
            onChange={(event) => setComponent(event.target.value)}
          />
          <img key={image} src={image} alt={texts.badge(name)} height={20} />
        </div>
        <Snippet label={texts.markdown} copy={texts.copyMarkdown} code={markdown} />
        <Snippet label={texts.html} copy={texts.copyHtml} code={html} />
        <Disclosure className="status-addresses" summary={texts.addresses}>
          <p className="s ink2">{texts.addressesNote}</p>
          <ul>
            {dataUrls.map(({ path, text }) => (
              <li key={path} className="s">
                <a href={path}>{path}</a> — {text}
              </li>
            ))}
          </ul>
        </Disclosure>
      </div>
    </section>
  )
}

function Snippet({ label, copy, code }: { label: string; copy: string; code: string }) {
  return (
    <div className="status-snippet">
      <TextField label={label} value={code} readOnly onFocus={(event) => event.target.select()} />
      <CopyButton text={code} label={copy} />
    </div>
  )
}
