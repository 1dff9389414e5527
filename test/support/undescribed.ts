interface Named {
  name: string;
  description?: string;
}

interface Described {
  paths: Record<string, Record<string, { operationId: string; parameters: Named[] }>>;
  components: {
    schemas: Record<string, { properties?: Record<string, { description?: string }> }>;
  };
}

/** The parameters and keys of a document without a description: `listEvents weather`, `EventFields mood`. */
export function undescribedIn(document: unknown): string[] {
  const { paths, components } = document as Described;
  const parameters = Object.values(paths)
    .flatMap((path) => Object.values(path))
    .flatMap(({ operationId, parameters: named }) =>
      named.filter(({ description }) => !description).map(({ name }) => `${operationId} ${name}`),
    );
  const keys = Object.entries(components.schemas).flatMap(([schema, { properties = {} }]) =>
    Object.entries(properties)
      .filter(([, { description }]) => !description)
      .map(([key]) => `${schema} ${key}`),
  );
  return [...parameters, ...keys];
}
