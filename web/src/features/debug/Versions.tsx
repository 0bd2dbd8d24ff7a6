import { env } from '../../platform/env.ts'
import { debug } from '../../shared/texts/debug.ts'
import { Button } from '../../ui/Button.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { Tag } from '../../ui/Tag.tsx'
import '../../ui/Properties.css'
import { useGetHealthQuery, useGetVersionQuery } from './debugApi.ts'

const texts = debug.versions
const refetchOptions = { refetchOnMountOrArgChange: true }

export function Versions() {
  const version = useGetVersionQuery(undefined, refetchOptions)
  const health = useGetHealthQuery(undefined, refetchOptions)
  const isBusy = version.isFetching || health.isFetching
  if (version.isLoading || health.isLoading)
    return (
      <Loading>
        {[1, 2, 3, 4, 5].map((row) => (
          <Skeleton key={row} height="1.8rem" />
        ))}
      </Loading>
    )
  const server = version.error ? undefined : version.data?.version
  const services = Object.entries(health.error ? {} : (health.data?.services ?? {}))
  return (
    <>
      <dl className="ui-properties">
        <dt>{texts.page}</dt>
        <dd className="code">{env.appVersion}</dd>
        <dt>{texts.server}</dt>
        <dd>
          <span className="code">{server ?? '—'}</span> <VersionMatch server={server} />
        </dd>
        {services.map(([name, state]) => (
          <Service key={name} name={name} state={state} />
        ))}
      </dl>
      <div className="btns">
        <Button
          variant="line"
          small
          pendingLabel={isBusy && texts.checking}
          onClick={() => {
            void version.refetch()
            void health.refetch()
          }}
        >
          {texts.retry}
        </Button>
      </div>
    </>
  )
}

function VersionMatch({ server }: { server?: string }) {
  if (!server) return <Tag tone="bad">{texts.unknown}</Tag>
  return server === env.appVersion ? (
    <Tag tone="ok">{texts.same}</Tag>
  ) : (
    <Tag tone="warn">{texts.newer}</Tag>
  )
}

function Service({ name, state }: { name: string; state: string }) {
  return (
    <>
      <dt>{texts.names[name] ?? name}</dt>
      <dd>
        <Tag tone={state === 'ok' ? 'ok' : 'bad'}>{state === 'ok' ? texts.ok : texts.unknown}</Tag>
      </dd>
    </>
  )
}
