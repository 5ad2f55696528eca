import { head } from "./object-head.js";

/**
 * Who reaches the pods, and what they reach. Ports are those that the Deployment names.
 *
 * Upstream systems are named by the environment, so nothing is known here about their addresses and ports. `ipBlock` alone
 * is not enough: some networks do not count pods of the cluster among its addresses.
 */
export function networkPolicy(name: string): string {
  return `${head("networking.k8s.io/v1", "NetworkPolicy", name)}spec:
  podSelector:
    matchLabels:
      app.kubernetes.io/name: ${name}
  policyTypes:
    - Ingress
    - Egress
  ingress:
    - ports:
        - port: http
    # Prometheus, from its namespace. The probes come from the node, which is always let in.
    - from:
        - namespaceSelector:
            matchLabels:
              kubernetes.io/metadata.name: monitoring
      ports:
        - port: admin
  egress:
    # DNS, also at link-local addresses, where clusters have a cache of it on each node.
    - ports:
        - protocol: UDP
          port: 53
        - protocol: TCP
          port: 53
    # Upstream systems, Redis and collectors: pods of all namespaces, and other addresses. Never the link-local ones,
    # where clouds give credentials to whoever asks.
    - to:
        - namespaceSelector: {}
        - ipBlock:
            cidr: 0.0.0.0/0
            except:
              - 169.254.0.0/16
        - ipBlock:
            cidr: "::/0"
            except:
              - fd00:ec2::/32
              - fe80::/10
      ports:
        - protocol: TCP
`;
}
